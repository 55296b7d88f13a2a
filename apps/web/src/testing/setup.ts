import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// One window and the libraries are shared by the files of a worker; what the app's own modules hold is not.
vi.resetModules()

// A second, the default, is short on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 30_000 })

/**
 * Duration of one fake frame. Flushes callbacks of the window before its fake timers are removed.
 */
const FRAME_MS = 20

afterEach(() => {
  cleanup()
  notifications.clean()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME_MS)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Browser APIs that jsdom lacks and that virtual lists, splitters and themes use. */
class StillResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver = StillResizeObserver

/** Workers do nothing here; their code is tested directly. */
class SilentWorker extends EventTarget implements Worker {
  onmessage = null
  onmessageerror = null
  onerror = null
  postMessage() {}
  terminate() {}
}

globalThis.Worker = SilentWorker
const size = {
  width: { configurable: true, get: () => 1_000 },
  height: { configurable: true, get: () => 600 },
}
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: size.height,
  clientHeight: size.height,
  offsetWidth: size.width,
  clientWidth: size.width,
})
// Growing text areas measure again when fonts have come.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
Element.prototype.checkVisibility = () => true
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
Range.prototype.getClientRects = () => document.createElement('i').getClientRects()
window.scrollTo = () => {}
globalThis.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})
