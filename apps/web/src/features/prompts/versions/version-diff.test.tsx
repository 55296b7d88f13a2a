import type { PromptMessage, PromptVersion } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { VersionDiff } from './version-diff.tsx'

const picture = (letters: string) => `data:image/png;base64,${letters}`

const createVersion = (version: number, messages: PromptMessage[]): PromptVersion => ({
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
  createVersion(version, [{ role: 'user', text: 'Look', images }])

test('an inserted message does not change how the others are aligned', () => {
  const [rules, question]: PromptMessage[] = [
    { role: 'system', text: 'Be brief' },
    { role: 'user', text: 'Why?' },
  ]
  if (!rules || !question) throw new Error('there are two')

  renderInApp(
    <VersionDiff
      before={createVersion(1, [rules, question])}
      after={createVersion(2, [rules, { role: 'assistant', text: 'So.' }, question])}
    />,
  )

  expect(screen.queryByRole('deletion')).toBeNull()
  expect(screen.getAllByRole('insertion').map(({ textContent }) => textContent)).toEqual([
    'Model',
    'So.',
  ])
})

test('versions that differ only in a picture show the removed and the added picture', () => {
  const unchangedImage = 'https://elsewhere.example/a.png'
  renderInApp(
    <VersionDiff
      before={showing(1, unchangedImage, picture('AAAA'))}
      after={showing(2, unchangedImage, picture('BBBB'))}
    />,
  )

  const findRow = (picture: HTMLElement) => picture.closest('div')
  const [deletion, insertion] = [screen.getByRole('deletion'), screen.getByRole('insertion')]
  expect(findRow(deletion)).toBe(findRow(screen.getByRole('img', { name: 'Picture removed' })))
  expect(findRow(insertion)).toBe(findRow(screen.getByRole('img', { name: 'Picture 2' })))
  expect(findRow(screen.getByText(unchangedImage))?.textContent).toBe(unchangedImage)
})

test('marks the fewest pictures possible as moved', () => {
  const [firstImage, secondImage, thirdImage] = ['AAAA', 'BBBB', 'CCCC'].map(picture)
  renderInApp(
    <VersionDiff
      before={showing(1, firstImage ?? '', secondImage ?? '', thirdImage ?? '')}
      after={showing(2, thirdImage ?? '', firstImage ?? '', secondImage ?? '')}
    />,
  )

  const movedLabel = screen.getByText(/^Moved/)
  expect(movedLabel).toHaveTextContent('Moved from position 3')
  expect(movedLabel.closest('div')).toContainElement(screen.getByRole('img', { name: 'Picture 1' }))
  expect(screen.queryByRole('deletion')).toBeNull()
  expect(screen.queryByRole('insertion')).toBeNull()
})
