import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePastedRows } from './pasted-rows.ts'

function Page({ taken }: { taken: string[] }) {
  usePastedRows((text) => taken.push(text) > 0)
  return <input aria-label="Search" />
}

test('accepts pasted rows unless the user is typing or pasted a single word', () => {
  const taken: string[] = []
  render(<Page taken={taken} />)
  const paste = (target: Element, text: string) =>
    fireEvent.paste(target, { clipboardData: { getData: () => text } })

  paste(document.body, 'question\nWhy?')
  paste(document.body, 'question\tanswer')
  paste(screen.getByLabelText('Search'), 'one\ntwo')
  paste(document.body, 'word\n')

  expect(taken).toEqual(['question\nWhy?', 'question\tanswer'])
})
