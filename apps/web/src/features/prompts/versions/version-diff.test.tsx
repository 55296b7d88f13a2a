import type { PromptMessage, PromptVersion } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { VersionDiff } from './version-diff.tsx'

const picture = (letters: string) => `data:image/png;base64,${letters}`

const saying = (version: number, messages: PromptMessage[]): PromptVersion => ({
  version,
  hash: String(version),
  message: '',
  labels: [],
  content: { messages },
  problem: null,
  variables: [],
  createdAt: 0,
})

const showing = (version: number, ...images: string[]) =>
  saying(version, [{ role: 'user', text: 'Look', images }])

test('an inserted message does not change how the others are aligned', () => {
  const [rules, asked]: PromptMessage[] = [
    { role: 'system', text: 'Be brief' },
    { role: 'user', text: 'Why?' },
  ]
  if (!rules || !asked) throw new Error('there are two')

  renderInApp(
    <VersionDiff
      before={saying(1, [rules, asked])}
      after={saying(2, [rules, { role: 'assistant', text: 'So.' }, asked])}
    />,
  )

  expect(screen.queryByRole('deletion')).toBeNull()
  expect(screen.getAllByRole('insertion').map(({ textContent }) => textContent)).toEqual([
    'Model',
    'So.',
  ])
})

test('versions that differ only in a picture show the removed and the added picture', () => {
  const kept = 'https://elsewhere.example/a.png'
  renderInApp(
    <VersionDiff
      before={showing(1, kept, picture('AAAA'))}
      after={showing(2, kept, picture('BBBB'))}
    />,
  )

  const rowOf = (picture: HTMLElement) => picture.closest('div')
  const [gone, added] = [screen.getByRole('deletion'), screen.getByRole('insertion')]
  expect(rowOf(gone)).toBe(rowOf(screen.getByRole('img', { name: 'Picture removed' })))
  expect(rowOf(added)).toBe(rowOf(screen.getByRole('img', { name: 'Picture 2' })))
  expect(rowOf(screen.getByText(kept))?.textContent).toBe(kept)
})

test('marks the fewest pictures possible as moved', () => {
  const [one, two, three] = ['AAAA', 'BBBB', 'CCCC'].map(picture)
  renderInApp(
    <VersionDiff
      before={showing(1, one ?? '', two ?? '', three ?? '')}
      after={showing(2, three ?? '', one ?? '', two ?? '')}
    />,
  )

  const moved = screen.getByText(/^Moved/)
  expect(moved).toHaveTextContent('Moved from position 3')
  expect(moved.closest('div')).toContainElement(screen.getByRole('img', { name: 'Picture 1' }))
  expect(screen.queryByRole('deletion')).toBeNull()
  expect(screen.queryByRole('insertion')).toBeNull()
})
