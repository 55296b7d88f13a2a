import { createSpotlight } from '@mantine/spotlight'
import { expect, test, vi } from 'vitest'
import { typeAhead } from './dialog-store.ts'

const press = (key: string, target: Element = document.body, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

const opened = () => {
  const [store, palette] = createSpotlight()
  palette.open()
  typeAhead(store)
  return store
}

test('collects letters typed before the palette has loaded as its query', () => {
  const store = opened()
  const ofPage = vi.fn<() => void>()
  document.addEventListener('keydown', ofPage)

  for (const key of ['a', 'l', 'x', 'Backspace', 'e']) press(key)

  expect(store.getState().query).toBe('ale')
  expect(ofPage).not.toHaveBeenCalled()
  press('k', document.body, { ctrlKey: true })
  expect(ofPage).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', ofPage)
})

test('ignores non-printing keys and input method composition', () => {
  const store = opened()

  for (const key of ['Tab', 'ArrowDown', 'F5', 'Shift']) {
    expect(press(key).defaultPrevented).toBe(false)
  }
  expect(press('a', document.body, { isComposing: true }).defaultPrevented).toBe(false)
  expect(store.getState()).toMatchObject({ opened: true, query: '' })
})

test('leaves keys alone once the palette has the focus', () => {
  const store = opened()
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')

  expect(press('a', dialog).defaultPrevented).toBe(false)
  expect(press('b').defaultPrevented).toBe(false)
  expect(store.getState().query).toBe('')
  dialog.remove()
})

test('stops collecting keys on Escape', () => {
  const store = opened()
  press('a')

  press('Escape')

  expect(store.getState()).toMatchObject({ opened: false, query: '' })
  expect(press('b').defaultPrevented).toBe(false)
})
