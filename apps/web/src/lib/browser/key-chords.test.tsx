import { describe, expect, test } from 'vitest'
import { eventChord, isTyping, keyCaps, parseKeys } from './key-chords.ts'

const chord = (init: KeyboardEventInit) => eventChord(new KeyboardEvent('keydown', init))

describe('chordOf', () => {
  test.each([
    [{ key: 'g' }, 'g'],
    [{ key: 'G', shiftKey: true }, 'shift+g'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '[' }, '['],
    [{ key: ' ' }, 'space'],
    [{ key: 'Enter', shiftKey: true }, 'shift+enter'],
    [{ key: 'k', ctrlKey: true }, 'mod+k'],
    [{ key: 'Escape' }, 'escape'],
    [{ key: 'Shift', shiftKey: true }, undefined],
    [{ key: 'a', isComposing: true }, undefined],
  ])('converts %o to %s', (init, name) => {
    expect(chord(init)).toBe(name)
  })
})

describe('parseKeys', () => {
  test.each([
    ['Mod+K', 'mod+k'],
    ['shift+mod+z', 'mod+shift+z'],
    ['g  a', 'g a'],
    ['esc', 'escape'],
    ['+', '+'],
  ])('parses %s as %s', (declared, canonical) => {
    expect(parseKeys(declared)).toBe(canonical)
  })
})

test('prints key caps as keys are labelled', () => {
  expect(keyCaps('g a')).toEqual([['G'], ['A']])
  expect(keyCaps('mod+k')).toEqual([['Ctrl', 'K']])
  expect(keyCaps('shift+enter')).toEqual([['Shift', '↵']])
})

describe('isTyping', () => {
  const within = (html: string) => {
    document.body.innerHTML = html
    return document.body.querySelector('[data-at]')
  }

  test.each([
    ['<input data-at>', true],
    ['<textarea data-at></textarea>', true],
    ['<div contenteditable="true"><p data-at></p></div>', true],
    ['<div role="dialog"><button data-at></button></div>', true],
    ['<input type="checkbox" data-at>', false],
    ['<button data-at></button>', false],
    ['<table><tbody><tr data-at tabindex="0"></tr></tbody></table>', false],
  ])('detects typing in %s: %s', (html, expected) => {
    expect(isTyping(within(html))).toBe(expected)
  })
})
