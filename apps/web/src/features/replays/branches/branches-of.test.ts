import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { branchesOf, type ForkRun } from './branches-of.ts'

const fork = (id: number, from: number): ForkRun => ({
  run: { id: uuid(id), title: '', status: 'success', version: 1, createdAt: 0 },
  from: uuid(from),
})

test('forks of a fork stand beneath it, those of other runs nowhere', () => {
  const forks = [fork(2, 1), fork(3, 2), fork(4, 1), fork(5, 9)]

  expect(branchesOf(uuid(1), forks).map(({ run, depth }) => [run.id, depth])).toEqual([
    [uuid(2), 0],
    [uuid(3), 1],
    [uuid(4), 0],
  ])
})
