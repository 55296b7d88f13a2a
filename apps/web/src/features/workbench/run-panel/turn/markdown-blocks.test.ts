import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown-blocks.ts'

test('paragraphs are blocks of their own', () => {
  expect(markdownBlocks('one\ntwo\n\n\nthree')).toEqual(['one\ntwo', 'three'])
})

test('blank lines within a code fence part nothing, also while it is still open', () => {
  expect(markdownBlocks('a\n\n```js\nx\n\ny\n```\n\nb')).toEqual(['a', '```js\nx\n\ny\n```', 'b'])
  expect(markdownBlocks('```\nx\n\ny')).toEqual(['```\nx\n\ny'])
})

test('a longer fence is closed only by one as long', () => {
  expect(markdownBlocks('````\n```\n\n```\n````\n\nb')).toEqual(['````\n```\n\n```\n````', 'b'])
})

test('growing text changes only its last block', () => {
  const before = markdownBlocks('one\n\ntwo is not')
  const after = markdownBlocks('one\n\ntwo is not finished')

  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
})
