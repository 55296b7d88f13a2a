import { JSDOM } from 'jsdom'

/**
 * Creates a DOM window for React next to a server in the same process, which must keep Node's
 * globals.
 */
export async function openReactWindow() {
  const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://localhost/' })
  const { document, HTMLElement, Node, Element, MutationObserver } = window
  Object.assign(globalThis, { window, document, HTMLElement, Node, Element, MutationObserver })
  const react = await import('@testing-library/react')
  // The default of one second is too short for a run on a busy machine.
  react.configure({ asyncUtilTimeout: 10_000 })
  return react
}
