import { expect, test } from 'vitest'
import { markdownBlocks } from './message-item.tsx'

test('paragraphs are separate blocks', () => {
  expect(markdownBlocks('one\ntwo\n\n\nthree')).toEqual(['one\ntwo', 'three'])
})

test('blank lines inside a code fence do not split it, even while it is open', () => {
  expect(markdownBlocks('a\n\n```js\nx\n\ny\n```\n\nb')).toEqual(['a', '```js\nx\n\ny\n```', 'b'])
  expect(markdownBlocks('```\nx\n\ny')).toEqual(['```\nx\n\ny'])
})

test('a long fence is closed only by one of equal length', () => {
  expect(markdownBlocks('````\n```\n\n```\n````\n\nb')).toEqual(['````\n```\n\n```\n````', 'b'])
})

test('growing text changes only the last block', () => {
  const before = markdownBlocks('one\n\ntwo is not')
  const after = markdownBlocks('one\n\ntwo is not finished')

  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
})
