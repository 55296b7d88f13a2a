import { JSDOM } from 'jsdom'

/** A window for React beside a server in the same process, whose own globals must stay Node's. */
export async function openReactWindow() {
  const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://localhost/' })
  const { document, HTMLElement, Node, Element, MutationObserver } = window
  Object.assign(globalThis, { window, document, HTMLElement, Node, Element, MutationObserver })
  const react = await import('@testing-library/react')
  // A second is not enough for a run on a busy machine.
  react.configure({ asyncUtilTimeout: 10_000 })
  return react
}
