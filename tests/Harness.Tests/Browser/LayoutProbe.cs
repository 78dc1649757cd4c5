namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Scripts that look at a page as laid out, and return one line per fault.</summary>
internal static class LayoutProbe
{
    /// <summary>Labels of a picture that cover each other by more than a pixel, or stick out of it.</summary>
    public const string BadLabels = """
        const faults = [];
        for (const svg of document.querySelectorAll('figure svg')) {
          const input = svg.closest('figure').previousElementSibling?.previousElementSibling;
          if (input?.type === 'radio') { input.checked = true; }
          const frame = svg.getBoundingClientRect();
          if (frame.width < 100) { faults.push(`${svg.id} is not shown`); }
          const labels = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim())
            .map(text => ({ text: text.textContent.trim(), box: text.getBoundingClientRect() }));
          labels.forEach((one, index) => {
            if (one.box.left < frame.left - 1 || one.box.right > frame.right + 1 || one.box.top < frame.top - 1 || one.box.bottom > frame.bottom + 1) {
              faults.push(`${svg.id}: '${one.text}' sticks out`);
            }
            for (const other of labels.slice(index + 1)) {
              const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
              const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
              if (width > 1 && height > 1) { faults.push(`${svg.id}: '${one.text}' and '${other.text}' overlap by ${width.toFixed(1)} x ${height.toFixed(1)}`); }
            }
          });
        }
        return faults;
        """;

    /// <summary>Text of the page, outside pictures, with less contrast to what is behind it than WCAG's 4.5.</summary>
    public const string FaintTexts = """
        const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
          .getContext('2d', { willReadFrequently: true });
        const known = new Map();
        const channels = color => {
          if (!known.has(color)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            known.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
          }
          return known.get(color);
        };
        const luminance = color => channels(color).slice(0, 3).map(value => value / 255)
          .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
          .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
        const behind = element => {
          for (let current = element; current; current = current.parentElement) {
            const color = getComputedStyle(current).backgroundColor;
            if (channels(color)[3] === 255) { return color; }
          }
          return 'white';
        };
        const faults = new Set();
        for (const element of document.querySelectorAll('body *:not(script, svg, svg *)')) {
          if (![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()) || !element.checkVisibility()) { continue; }
          const [low, high] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((a, b) => a - b);
          const contrast = (high + 0.05) / (low + 0.05);
          if (contrast < 4.5) { faults.add(`${element.tagName} '${element.textContent.trim().slice(0, 40)}': ${contrast.toFixed(2)}`); }
        }
        return [...faults];
        """;

    /// <summary>Elements wider than the page, and the page when it can be scrolled sideways.</summary>
    public const string SidewaysScrolling = """
        const page = document.scrollingElement;
        if (page.scrollWidth <= page.clientWidth) { return []; }
        return [`the page is ${page.scrollWidth} wide, the window ${page.clientWidth}`,
          ...[...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > page.clientWidth + 1 && !element.closest('.scroll'))
            .map(element => `${element.tagName}.${element.className} ends at ${element.getBoundingClientRect().right}`)];
        """;
}
