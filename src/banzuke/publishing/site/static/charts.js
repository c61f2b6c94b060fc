// Puts a chart in which values can be looked up in place of a drawing, when it is asked for.
(() => {
  "use strict";
  let engine = null;
  const loadEngine = (address) => {
    engine = engine || new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => done(globalThis.vegaEmbed);
      script.onerror = () => { engine = null; failed(new Error("the chart program is not there")); };
      document.head.append(script);
    });
    return engine;
  };

  const coloured = () => {
    const of = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const axis = { labelColor: of("--soft"), titleColor: of("--soft"), gridColor: of("--line"), domainColor: of("--line"), tickColor: of("--line"), labelFontSize: 12 };
    return {
      background: of("--sheet"), padding: 12, axis, legend: { disable: true },
      view: { stroke: null }, range: { category: [of("--ink")] }, font: "system-ui, sans-serif",
    };
  };

  for (const button of document.querySelectorAll("button[data-chart]")) {
    const drawing = button.parentElement.previousElementSibling;
    if (!drawing) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const [embed, answer] = await Promise.all([loadEngine(button.dataset.engine), fetch(button.dataset.chart)]);
        if (!answer.ok) throw new Error("the chart is not there");
        const spec = await answer.json();
        const place = document.createElement("div");
        place.className = "vega";
        drawing.append(place);
        await embed(place, { ...spec, title: undefined, width: "container", height: 260, autosize: { type: "fit", contains: "padding" } }, {
          ast: true, actions: false, defaultStyle: false, config: coloured(), tooltip: { disableDefaultStyle: true },
        });
        for (const svg of drawing.querySelectorAll(":scope > svg")) svg.classList.add("replaced");
        button.remove();
      } catch {
        button.disabled = false;
        for (const place of drawing.querySelectorAll(".vega")) place.remove();
      }
    });
  }
})();
