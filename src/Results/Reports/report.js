"use strict";
// The page is XML as well as HTML: neither a less-than sign nor an ampersand may stand in here.
(() => {
  const root = document.documentElement;
  const byId = id => document.getElementById(id);
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // Theme: the system's until the button is pressed; paper is always light.
  const theme = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const nameTheme = () => { theme.textContent = isDark() ? "Light" : "Dark"; theme.ariaLabel = `Switch to ${theme.textContent.toLowerCase()} colours`; };
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; nameTheme(); });
  system.addEventListener("change", nameTheme);
  nameTheme();
  theme.hidden = false;
  let shown;
  addEventListener("beforeprint", () => {
    shown = root.dataset.theme;
    root.dataset.theme = "light";
    document.querySelectorAll("details:not([open])").forEach(details => { details.open = true; details.dataset.closed = ""; });
  });
  addEventListener("afterprint", () => {
    if (shown) { root.dataset.theme = shown; } else { delete root.dataset.theme; }
    document.querySelectorAll("details[data-closed]").forEach(details => { details.open = false; delete details.dataset.closed; });
  });

  // Copying the command.
  const command = byId("command");
  const copy = byId("copy");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    getSelection().selectAllChildren(command);
    try {
      await navigator.clipboard.writeText(command.textContent);
    } catch {
      document.execCommand("copy");
    }
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  });

  // Samples: browsers limit the length of addresses they download from, but not that of a blob.
  const data = byId("data");
  const save = (blob, name) => {
    const url = URL.createObjectURL(blob);
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
  const zipped = () => new Blob([Uint8Array.from(atob(data.getAttribute("href").split(",")[1]), byte => byte.charCodeAt(0))], { type: "application/gzip" });
  data.addEventListener("click", event => { event.preventDefault(); save(zipped(), data.download); });
  if (window.DecompressionStream) {
    const plain = make("button", { type: "button", id: "plain", textContent: data.textContent.replace(".gz", "") });
    plain.addEventListener("click", async () => {
      const stream = zipped().stream().pipeThrough(new DecompressionStream("gzip"));
      save(await new Response(stream).blob(), data.download.replace(".gz", ""));
    });
    data.after(" ", plain);
  }

  // Table: sorting. What has no value stays below what has one, in either direction.
  const table = byId("table");
  const body = table ? table.tBodies[0] : null;
  const rows = table ? [...body.rows] : [];
  const heads = table ? [...table.tHead.rows[0].cells] : [];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return cell ? cell.dataset.value ? Number(cell.dataset.value) : cell.tagName === "TH" ? cell.textContent : null : null;
  };
  const compare = (left, right) => left === right ? 0 : left > right ? 1 : -1;
  const sort = (head, column) => {
    const direction = head.ariaSort === "ascending" ? -1 : 1;
    heads.forEach(other => { other.ariaSort = other === head ? direction > 0 ? "ascending" : "descending" : "none"; });
    const keyed = rows.map((row, index) => ({ row, index, value: valueOf(row, column) }));
    keyed.sort((left, right) => {
      const missing = (left.value === null ? 1 : 0) - (right.value === null ? 1 : 0);
      return missing || direction * compare(left.value, right.value) || left.index - right.index;
    });
    body.append(...keyed.map(entry => entry.row));
  };
  heads.forEach((head, column) => {
    const button = make("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => sort(head, column));
    head.append(button);
    head.ariaSort = column === 0 ? "ascending" : "none";
  });

  // Table: filtering.
  const filters = byId("filters");
  if (filters) {
    const choose = (key, label) => {
      const values = [...new Set(rows.map(row => row.dataset[key]))];
      const select = make("select", { id: `filter-${key}` }, make("option", { value: "", textContent: "all" }), ...values.map(value => make("option", { value, textContent: value })));
      filters.append(make("label", {}, `${label} `, select));
      return row => select.value === "" || row.dataset[key] === select.value;
    };
    const tests = [choose("strategy", "Strategy"), choose("size", "Size")];
    const count = make("output", {});
    const apply = () => {
      rows.forEach(row => { row.hidden = !tests.every(test => test(row)); });
      count.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} rows`;
    };
    filters.append(count);
    filters.addEventListener("change", apply);
    filters.hidden = false;
    apply();
  }

  // Charts: each opens by itself, as a file made when somebody is about to ask for it.
  document.querySelectorAll(".picture").forEach(figure => {
    const link = make("a", { className: "alone", target: "_blank", href: "#" + figure.id, textContent: "Open this chart by itself" });
    const fill = () => {
      if (link.protocol === "blob:") { return; }
      const svg = figure.querySelector(".wide > svg").cloneNode(true);
      const title = document.createElementNS(svg.namespaceURI, "title");
      title.textContent = svg.ariaLabel;
      svg.prepend(title);
      svg.style.cssText = "width: max(100%, 700px); height: auto; background: var(--surface)";
      link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
    };
    ["pointerenter", "focus", "click"].forEach(event => link.addEventListener(event, fill));
    figure.append(link);
  });

  // Marks: their title in a box beside the pointer, at once, instead of the browser's own after a second.
  const tip = byId("tip");
  let titled = null;
  const leave = () => {
    if (titled) {
      titled.title.textContent = titled.text;
      titled.mark.classList.remove("pointed");
      titled = null;
      tip.hidden = true;
    }
  };
  const place = event => {
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, root.clientWidth - width - 6);
    const above = event.clientY - height - 14;
    tip.style.left = `${Math.max(6, left)}px`;
    tip.style.top = `${above > 6 ? above : event.clientY + 18}px`;
  };
  document.querySelectorAll("figure svg, svg.advantage").forEach(svg => {
    const own = svg.querySelector(":scope > title");
    if (own) {
      svg.ariaLabel = own.textContent;
      own.remove();
    }
    svg.addEventListener("pointermove", event => {
      let mark = event.target;
      while (mark !== svg ? !mark.querySelector(":scope > title") : false) { mark = mark.parentNode; }
      if (titled ? titled.mark !== mark : false) { leave(); }
      if (mark === svg) { return; }
      if (!titled) {
        const title = mark.querySelector(":scope > title");
        titled = { mark, title, text: title.textContent };
        title.textContent = "";
        tip.textContent = titled.text;
        tip.hidden = false;
        mark.classList.add("pointed");
      }
      place(event);
    });
    svg.addEventListener("pointerleave", leave);
  });
  addEventListener("keydown", event => { if (event.key === "Escape") { leave(); } });
  addEventListener("scroll", leave, { passive: true });
})();
