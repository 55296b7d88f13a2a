import { expect, test } from 'vitest'
import { roomProblem } from './copy-before.ts'

const GIGABYTE = 1e9

test('a disk without room for the copy is told with what is needed and what is left', () => {
  const problem = roomProblem({ file: '/home/lathe.db', bytes: 5 * GIGABYTE, free: 5.5 * GIGABYTE })

  expect(problem).toContain('takes 6.0 GB')
  expect(problem).toContain('5.5 GB left')
  expect(problem).toContain('LATHE_HOME')
})

test('a disk with room for it is no problem', () => {
  expect(roomProblem({ file: 'lathe.db', bytes: 5 * GIGABYTE, free: 6 * GIGABYTE })).toBeUndefined()
})
