import type { Replay } from '@lathe/contract'
import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { listBranches, type ForkRun } from './branches.ts'

const fork = (id: number, from: number): ForkRun => ({
  run: { id: uuid(id), title: '', status: 'success', version: 1, createdAt: id },
  from: uuid(from),
  superstep: 1,
})

const replay = (id: number, sourceId: number): Replay => ({
  id: uuid(id),
  traceId: uuid(sourceId),
  mode: 'exact',
  version: 1,
  agentSlug: 'tides',
  title: '',
  status: 'success',
  verdict: 'identical',
  createdAt: id,
  endedAt: id,
})

const describeBranches = (...args: Parameters<typeof listBranches>) =>
  listBranches(...args).map(({ id, depth, type }) => [id, depth, type])

test('branchesOf nests replays and forks below their origin and skips other runs', () => {
  const forks = [fork(2, 1), fork(3, 2), fork(6, 1), fork(5, 9)]
  const replays = [replay(4, 1), replay(7, 4), replay(8, 3), replay(10, 9)]

  expect(describeBranches(uuid(1), { forks, replays })).toEqual([
    [uuid(2), 1, 'fork'],
    [uuid(3), 2, 'fork'],
    [uuid(8), 3, 'replay'],
    [uuid(4), 1, 'replay'],
    [uuid(7), 2, 'replay'],
    [uuid(6), 1, 'fork'],
  ])
})

test('branchesOf lists runs that refer to each other once', () => {
  expect(
    describeBranches(uuid(1), { forks: [fork(2, 1), fork(1, 2), fork(3, 3)], replays: [] }),
  ).toEqual([[uuid(2), 1, 'fork']])
})
