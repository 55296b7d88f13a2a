/** Copies the web app's tokens, because the page loads no other stylesheet. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#ffffff, #0f1115);
  --panel: light-dark(#f8f9fb, #15181e);
  --line: light-dark(#e2e5ea, #272c35);
  --text: light-dark(#1b1f26, #e8eaee);
  --text-muted: light-dark(#5a6270, #a4abb8);
  --accent: light-dark(#1b62c0, #6aa8ff);
  --status-error: light-dark(#a2080c, #f36356);
  font-variant-numeric: tabular-nums;
}
body { font: 0.8125rem/1.25rem 'Inter Variable', system-ui, sans-serif; max-width: 72rem; margin: 24px auto; padding: 0 16px; background: var(--canvas); color: var(--text); }
h1 { display: inline; margin: 0; font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; overflow-wrap: anywhere; }
h1 + button { margin-left: 12px; vertical-align: 3px; }
h1 ~ p { margin: 4px 0 16px; color: var(--text-muted); }
h2 { margin: 8px 0 4px; font-size: 0.6875rem; line-height: 1rem; font-weight: 500; color: var(--text-muted); }
.spans { border-top: 1px solid var(--line); }
details { border-bottom: 1px solid var(--line); }
details[open] { padding-bottom: 12px; }
summary { padding: 4px 0; cursor: pointer; color: var(--text-muted); overflow-wrap: anywhere; }
summary b { font-weight: 600; color: var(--text); }
a { color: var(--accent); }
.failed, .failed b { color: var(--status-error); }
summary:focus-visible { outline: 2px solid var(--accent); }
details p { margin: 4px 0; color: var(--status-error); white-space: pre-wrap; overflow-wrap: anywhere; }
details .who { margin: 4px 0 2px; color: var(--text-muted); }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 4px 12px; margin: 0; }
dt { color: var(--text-muted); overflow-wrap: anywhere; }
dd { margin: 0; min-width: 0; }
figure { margin: 4px 0 12px; color: var(--text-muted); overflow-wrap: anywhere; }
figure p { color: inherit; }
figure pre { color: var(--text); }
figure img, figure video { display: block; max-width: 100%; max-height: 24rem; }
figure audio { display: block; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button { border: 1px solid var(--line); border-radius: 4px; padding: 0 8px; background: var(--canvas); color: var(--text-muted); font: inherit; font-size: 0.6875rem; line-height: 1.375rem; cursor: pointer; }
button:hover { color: var(--text); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dd, .text { position: relative; }
dd > button, .text > button { position: absolute; top: 4px; right: 4px; }
.text:has(> .who) > button { top: -2px; }
pre { max-height: 24rem; margin: 0; padding: 6px 8px; overflow: auto; background: var(--panel);
  font: 0.75rem/1rem 'JetBrains Mono Variable', ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`
