import { beforeEach, expect, test } from 'vitest'
import {
  failDialogs,
  openKeySheet,
  paletteStore,
  togglePalette,
  useDialogs,
} from './dialog-store.ts'

const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  useDialogs.setState(useDialogs.getInitialState())
  paletteStore.updateState((state) => ({ ...state, opened: false, query: '' }))
})

test('discards keys typed for a palette that was closed before it loaded', () => {
  togglePalette()
  press('a')
  expect(paletteStore.getState()).toMatchObject({ opened: true, query: 'a' })

  togglePalette()
  expect(paletteStore.getState()).toMatchObject({ opened: false, query: '' })
})

test('does not open a palette that failed to load, and leaves keys to the page', () => {
  togglePalette()
  press('a')
  failDialogs(new TypeError('Failed to fetch dynamically imported module'))
  expect(paletteStore.getState()).toMatchObject({ opened: false, query: '' })

  togglePalette()
  openKeySheet()

  expect(paletteStore.getState().opened).toBe(false)
  expect(useDialogs.getState()).toMatchObject({ isKeySheetOpen: false })
  expect(press('b').defaultPrevented).toBe(false)
})
