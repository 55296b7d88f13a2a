import { expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { buildTree } from '../tree.ts'
import { buildStory, storyPlaces } from './story.ts'

const root = makeSpan({ kind: 'agent', payloadBytes: 9 })

const loop = makeSpan({ parentId: root.id })

const model = makeSpan({ kind: 'model', parentId: loop.id })

const first = makeSpan({ kind: 'prompt', parentId: loop.id })

const second = makeSpan({ parentId: loop.id })

const inSecond = makeSpan({ kind: 'parser', parentId: second.id })

const helper = makeSpan({ kind: 'agent', parentId: root.id })

const inHelper = makeSpan({ kind: 'model', parentId: helper.id })

const spans = [root, loop, model, first, second, inSecond, helper, inHelper]

const fold = `${first.id}/folded`

function placed(opened: readonly string[] = []) {
  const tree = buildTree(spans)
  const places = storyPlaces(tree, buildStory(tree, new Set(opened)))
  return (span: { id: string }) => places.get(span.id)
}

test('only spans shown in a story have a location', () => {
  const placeOf = placed()

  expect(placeOf(root)).toBe(`${root.id}/input`)
  expect(placeOf(model)).toBe(model.id)
  expect(placeOf(loop)).toBeUndefined()
})

test('a collapsed span is located at its group until the group is opened', () => {
  const closed = placed()
  expect([first, second, inSecond].map(closed)).toEqual([fold, fold, fold])
  expect(closed(inHelper)).toBe(helper.id)

  const open = placed([fold, helper.id])
  expect([first, second, inSecond].map(open)).toEqual([first.id, second.id, second.id])
  expect(open(inHelper)).toBe(inHelper.id)
})
