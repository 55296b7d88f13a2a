import { expect, test, vi } from 'vitest'
import { idEntries, paletteGroups } from './command-palette.tsx'

const entry = (group: string, label: string, more = {}) => ({ group, label, run() {}, ...more })

const shown = (groups: ReturnType<typeof paletteGroups>) =>
  groups.map(({ group, entries }) => [group, ...entries.map(({ label }) => label)])

test('lists page actions before global ones', () => {
  const hotkeys = [
    entry('Everywhere', 'Keys'),
    entry('Go to', 'Traces'),
    entry('Trace', 'Next error'),
  ]

  expect(shown(paletteGroups(hotkeys, [entry('Agents', 'Support')]))).toEqual([
    ['Trace', 'Next error'],
    ['Go to', 'Traces'],
    ['Agents', 'Support'],
    ['Everywhere', 'Keys'],
  ])
})

test('leaves row movement out of the palette', () => {
  expect(paletteGroups([entry('Rows', 'Next row', { hidden: true })], [])).toEqual([])
})

test('lists an action declared twice once', () => {
  const [first, second] = [entry('Views', 'Tree'), entry('Views', 'Tree', { keys: '1' })]

  expect(paletteGroups([first, second], [])).toEqual([{ group: 'Views', entries: [second] }])
})

test.each(['73947d8839f852e1f4105f7c199c27a8', '01A20A39-4086-732e-b4d2-b1205e408db7'])(
  'opens the item with the id %s',
  (id) => {
    const open = vi.fn<(id: string) => void>()

    idEntries(` ${id} `, open)[0]?.run()

    expect(open).toHaveBeenCalledWith(id)
  },
)

test('ignores words that are not ids', () => {
  expect(idEntries('support', () => undefined)).toEqual([])
})
