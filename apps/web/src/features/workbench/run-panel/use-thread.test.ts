import type { Turn } from '@lathe/contract'
import { expect, test } from 'vitest'
import { makeRun } from '../../../testing/run-factory.ts'
import { uuid } from '../../../testing/event-factory.ts'
import { listAlternatives, branchTo, findLeaf } from './use-thread.ts'

const turn = (id: number, parent: number | null): Turn => ({
  run: makeRun({ id: uuid(id), createdAt: id }),
  parentId: parent === null ? null : uuid(parent),
  from: null,
  tip: null,
})
const turns = [turn(1, null), turn(2, 1), turn(3, 2), turn(4, 1), turn(5, 4), turn(6, null)]
const createdAts = (turns: readonly Turn[] = []) => turns.map(({ run }) => run.createdAt)

test('a branch contains the turns up to a run', () => {
  expect(createdAts(branchTo(turns, uuid(5)))).toEqual([1, 4, 5])
  expect(createdAts(branchTo(turns, uuid(2)))).toEqual([1, 2])
  expect(branchTo(turns, uuid(70))).toBeUndefined()
})

test('alternatives are the turns with the same parent', () => {
  expect(createdAts(listAlternatives(turns, uuid(2)))).toEqual([2, 4])
  expect(createdAts(listAlternatives(turns, uuid(1)))).toEqual([1, 6])
  expect(createdAts(listAlternatives(turns, uuid(3)))).toEqual([3])
})

test('a branch ends at its newest turn', () => {
  expect(findLeaf(turns, uuid(1))).toBe(uuid(5))
  expect(findLeaf(turns, uuid(2))).toBe(uuid(3))
})
