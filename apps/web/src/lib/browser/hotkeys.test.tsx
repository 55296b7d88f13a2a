import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Hotkey, listenForHotkeys, useHotkeyRegistry, useHotkeys } from './hotkeys.ts'
import { usePreferences } from './preferences.ts'

let stop: () => void
beforeEach(() => {
  stop = listenForHotkeys()
})
afterEach(() => {
  stop()
  usePreferences.getState().setLetterKeys(true)
})

function Declares({ hotkeys }: { hotkeys: Hotkey[] }) {
  useHotkeys(hotkeys)
  return (
    <>
      <input aria-label="field" />
      <button type="button">button</button>
    </>
  )
}

const key = (keys: string, run: () => void, more: Partial<Hotkey> = {}): Hotkey => ({
  keys,
  label: keys,
  group: 'Test',
  run,
  ...more,
})

const press = (init: string | KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, typeof init === 'string' ? { key: init } : init)

describe('a key taken before fields', () => {
  const modEnter = { key: 'Enter', ctrlKey: true }

  test('runs a key declared before fields and hides it from the focused field', () => {
    const [run, handled] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('mod+enter', run, { beforeFields: true })]} />)
    const field = screen.getByLabelText('field')
    field.addEventListener('keydown', handled)

    press(modEnter, field)

    expect(run).toHaveBeenCalledTimes(1)
    expect(handled).not.toHaveBeenCalled()
  })

  test('leaves a key that is handled before fields to an open dialog', () => {
    const run = vi.fn<() => void>()
    render(
      <div role="dialog">
        <Declares hotkeys={[key('mod+enter', run, { beforeFields: true })]} />
      </div>,
    )

    press(modEnter, screen.getByLabelText('field'))

    expect(run).not.toHaveBeenCalled()
  })
})

test.each(['dialog', 'menu'])('does not handle Escape inside a %s', (role) => {
  const run = vi.fn<() => void>()
  render(
    <div role={role}>
      <Declares hotkeys={[key('escape', run)]} />
    </div>,
  )

  press('Escape', screen.getByRole('button'))
  expect(run).not.toHaveBeenCalled()

  press('Escape')
  expect(run).toHaveBeenCalledTimes(1)
})

describe('useHotkeys', () => {
  test('runs a key only while its component is mounted', () => {
    const run = vi.fn<() => void>()
    const { unmount } = render(<Declares hotkeys={[key('?', run)]} />)

    press({ key: '?', shiftKey: true })
    unmount()
    press({ key: '?', shiftKey: true })

    expect(run).toHaveBeenCalledTimes(1)
  })

  test('calls the newest closure without registering the key again', () => {
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const { rerender } = render(<Declares hotkeys={[key('x', first)]} />)
    const declared = useHotkeyRegistry.getState().hotkeys

    rerender(<Declares hotkeys={[key('x', second)]} />)
    press('x')

    expect(second).toHaveBeenCalledTimes(1)
    expect(first).not.toHaveBeenCalled()
    expect(useHotkeyRegistry.getState().hotkeys).toBe(declared)
  })

  test('runs a key sequence and ignores its letters on their own', () => {
    const [goAgents, agents] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('g a', goAgents), key('a', agents)]} />)

    press('a')
    press('g')
    press('a')

    expect(agents).toHaveBeenCalledTimes(1)
    expect(goAgents).toHaveBeenCalledTimes(1)
  })

  test('resets a sequence that another key interrupts', () => {
    const run = vi.fn<() => void>()
    render(<Declares hotkeys={[key('g a', run)]} />)

    press('g')
    press('x')
    press('a')

    expect(run).not.toHaveBeenCalled()
  })

  test('distinguishes a letter from the same letter with Shift or Ctrl', () => {
    const [plain, shifted] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('j', plain), key('shift+j', shifted)]} />)

    press({ key: 'J', shiftKey: true })
    press({ key: 'j', ctrlKey: true })

    expect(plain).not.toHaveBeenCalled()
    expect(shifted).toHaveBeenCalledTimes(1)
  })

  test('ignores keys while typing unless they are enabled in fields', () => {
    const [letter, palette] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('j', letter), key('mod+k', palette, { inFields: true })]} />)
    const field = screen.getByLabelText('field')

    press('j', field)
    press({ key: 'k', ctrlKey: true }, field)

    expect(letter).not.toHaveBeenCalled()
    expect(palette).toHaveBeenCalledTimes(1)
  })

  test('ignores a key that the focused element has handled', () => {
    const run = vi.fn<() => void>()
    render(<Declares hotkeys={[key('j', run)]} />)
    const button = screen.getByRole('button')
    button.addEventListener('keydown', (event) => event.preventDefault())

    press('j', button)

    expect(run).not.toHaveBeenCalled()
  })

  test('gives a key to the component mounted last, and back when it unmounts', () => {
    const [page, panel] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('e', page)]} />)
    const { unmount } = render(<Declares hotkeys={[key('e', panel)]} />)

    press('e')
    unmount()
    press('e')

    expect(panel).toHaveBeenCalledTimes(1)
    expect(page).toHaveBeenCalledTimes(1)
  })

  test('ignores single letters if the user turned them off, but keeps chords', () => {
    const [letter, chord] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(<Declares hotkeys={[key('j', letter), key('mod+k', chord)]} />)

    act(() => usePreferences.getState().setLetterKeys(false))
    press('j')
    press({ key: 'k', ctrlKey: true })

    expect(letter).not.toHaveBeenCalled()
    expect(chord).toHaveBeenCalledTimes(1)
  })
})
