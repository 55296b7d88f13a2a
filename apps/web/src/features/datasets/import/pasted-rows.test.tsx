import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePastedRows } from './pasted-rows.ts'

function Page({ pastedTexts }: { pastedTexts: string[] }) {
  usePastedRows((text) => pastedTexts.push(text) > 0)
  return <input aria-label="Search" />
}

test('accepts pasted rows unless the user is typing or pasted a single word', () => {
  const pastedTexts: string[] = []
  render(<Page pastedTexts={pastedTexts} />)
  const pasteText = (target: Element, text: string) =>
    fireEvent.paste(target, { clipboardData: { getData: () => text } })

  pasteText(document.body, 'question\nWhy?')
  pasteText(document.body, 'question\tanswer')
  pasteText(screen.getByLabelText('Search'), 'one\ntwo')
  pasteText(document.body, 'word\n')

  expect(pastedTexts).toEqual(['question\nWhy?', 'question\tanswer'])
})
