namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Scripts that look at a page as laid out, and return one line per fault.</summary>
internal static class LayoutProbe
{
    /// <summary>Finds the picture that a chart shows, after pressing its button where it has one, which hides its neighbours.</summary>
    private const string Pictures = """
        const faults = [];
        const shownIn = figure => {
          const input = figure.previousElementSibling?.previousElementSibling;
          if (input?.type === 'radio') { input.checked = true; }
          const shown = [...figure.querySelectorAll('svg')].filter(svg => svg.getBoundingClientRect().width > 100);
          if (shown.length !== 1) { faults.push(`${figure.id} shows ${shown.length} pictures`); }
          return shown;
        };
        const figures = [...document.querySelectorAll('figure')];
        if (figures.length === 0) { faults.push('there is no chart'); }

        """;

    /// <summary>Reads colours as four numbers, and compares them as WCAG does.</summary>
    private const string Colors = """
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
        const contrastOf = (one, other) => {
          const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };

        """;

    /// <summary>Labels of a picture that cover each other by more than a pixel, or stick out of it.</summary>
    public const string BadLabels = Pictures + """
        for (const figure of figures) {
          const [svg] = shownIn(figure);
          const frame = svg.getBoundingClientRect();
          const labels = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim())
            .map(text => ({ text: text.textContent.trim(), box: text.getBoundingClientRect() }));
          labels.forEach((one, index) => {
            if (one.box.left < frame.left - 1 || one.box.right > frame.right + 1
              || one.box.top < frame.top - 1 || one.box.bottom > frame.bottom + 1) {
              faults.push(`${svg.id}: '${one.text}' sticks out`);
            }
            for (const other of labels.slice(index + 1)) {
              const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
              const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
              if (width > 1 && height > 1) {
                const area = `${width.toFixed(1)} x ${height.toFixed(1)}`;
                faults.push(`${svg.id}: '${one.text}' and '${other.text}' overlap by ${area}`);
              }
            }
          });
        }
        return faults;
        """;

    /// <summary>Text of the page, outside pictures, with less contrast to what is behind it than WCAG's 4.5.</summary>
    public const string FaintTexts = Colors + """
        const behind = element => {
          for (let current = element; current; current = current.parentElement) {
            const color = getComputedStyle(current).backgroundColor;
            if (channels(color)[3] === 255) { return color; }
          }
          return 'white';
        };
        const faults = new Set();
        for (const element of document.querySelectorAll('body *:not(script, svg, svg *)')) {
          const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
          if (!hasText || !element.checkVisibility()) { continue; }
          const contrast = contrastOf(getComputedStyle(element).color, behind(element));
          if (contrast < 4.5) { faults.add(`${element.tagName} '${element.textContent.trim().slice(0, 40)}': ${contrast.toFixed(2)}`); }
        }
        return [...faults];
        """;

    /// <summary>Elements wider than the page, and the page when it can be scrolled sideways.</summary>
    public const string SidewaysScrolling = """
        const page = document.scrollingElement;
        if (page.scrollWidth <= page.clientWidth) { return []; }
        return [`the page is ${page.scrollWidth} wide, the window ${page.clientWidth}`,
          ...[...document.querySelectorAll('body *')]
            .filter(element => element.getBoundingClientRect().right > page.clientWidth + 1 && !element.closest('.scroll'))
            .map(element => `${element.tagName}.${element.className} ends at ${element.getBoundingClientRect().right}`)];
        """;

    /// <summary>Titles of charts of which a line is hidden by something that lies above it.</summary>
    public const string CoveredTitles = Pictures + """
        for (const figure of figures) {
          const [svg] = shownIn(figure);
          const caption = figure.querySelector('figcaption');
          const titles = caption?.checkVisibility() ? [caption] : [...svg.querySelectorAll('.t')];
          if (titles.length === 0) { faults.push(`${figure.id} has no title`); }
          for (const title of titles) {
            title.scrollIntoView({ block: 'center', behavior: 'instant' });
            const range = document.createRange();
            range.selectNodeContents(title);
            for (const line of range.getClientRects()) {
              for (const share of [0.1, 0.5, 0.9]) {
                const top = document.elementFromPoint(line.left + line.width * share, line.top + line.height / 2);
                if (!title.contains(top)) {
                  const above = `${top?.tagName}.${top?.className?.baseVal}`;
                  faults.push(`${figure.id}: '${title.textContent}' lies below ${above} at ${Math.round(line.top)}`);
                }
              }
            }
          }
        }
        return faults;
        """;

    /// <summary>Text of charts smaller than 11 pixels on the screen.</summary>
    public const string SmallTexts = Pictures + """
        for (const figure of figures) {
          const [svg] = shownIn(figure);
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          for (const text of svg.querySelectorAll('text')) {
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 11) { faults.push(`${svg.id}: '${text.textContent}' has ${size.toFixed(1)} px`); }
          }
        }
        return faults;
        """;

    /// <summary>Charts that have to be scrolled sideways to be seen as a whole.</summary>
    public const string SidewaysCharts = Pictures + """
        for (const figure of figures) {
          shownIn(figure);
          for (const element of [figure, ...figure.querySelectorAll('div')]) {
            if (element.scrollWidth > element.clientWidth) {
              faults.push(`${figure.id}: ${element.scrollWidth} in ${element.clientWidth}`);
            }
          }
        }
        return faults;
        """;

    /// <summary>Marks of timelines with less contrast to the picture's background than WCAG's 3 for graphical objects.</summary>
    public const string FaintTimelines = Pictures + Colors + """
        const timelines = figures.filter(figure => figure.id.startsWith('timeline'));
        for (const figure of timelines) {
          const [svg] = shownIn(figure);
          const surface = getComputedStyle(svg.querySelector('.back')).fill;
          const marks = [...svg.querySelectorAll('.spread, .points, .segment, .fill, .wedge')];
          if (marks.length === 0) { faults.push(`${svg.id} has no marks`); }
          for (const mark of marks) {
            const style = getComputedStyle(mark);
            const isFilled = style.stroke === 'none';
            const share = Number(style.opacity) * Number(isFilled ? style.fillOpacity : style.strokeOpacity);
            const [color, back] = [channels(isFilled ? style.fill : style.stroke), channels(surface)];
            const blended = `rgb(${[0, 1, 2].map(index => color[index] * share + back[index] * (1 - share)).join(' ')})`;
            const contrast = contrastOf(blended, surface);
            if (contrast < 3) {
              const panel = mark.parentNode.className.baseVal;
              faults.push(`${svg.id} .${mark.className.baseVal} in ${panel}: ${contrast.toFixed(2)}`);
            }
          }
        }
        return timelines.length === 0 ? ['there is no timeline'] : [...new Set(faults)];
        """;

    /// <summary>Headings, rules, pictures, tables and their frames that do not begin and end where the first one does.</summary>
    public const string UnevenEdges = """
        const fits = frame => frame.scrollWidth === frame.clientWidth;
        const selector = 'nav, h2, .verdicts, .picture, .scroll, .command, main table, #warnings > ul, #warnings > details';
        const blocks = [...document.querySelectorAll(selector)]
          .filter(block => block.checkVisibility() && (block.tagName !== 'TABLE' || fits(block.parentNode)));
        // A table may be wider than its frame, which scrolls; and it lies within the border of its frame.
        const [first] = blocks.map(block => block.getBoundingClientRect());
        return blocks.map(block => ({ block, box: block.getBoundingClientRect() }))
          .filter(({ box }) => Math.abs(box.left - first.left) > 1.5 || Math.abs(box.right - first.right) > 1.5)
          .map(({ block, box }) => `${block.tagName}.${block.className} in ${block.closest('section')?.id}: `
            + `${box.left} to ${box.right}, not ${first.left} to ${first.right}`);
        """;
}
