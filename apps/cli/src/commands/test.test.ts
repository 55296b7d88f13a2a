import { expect, test } from 'vitest'
import { refuseOutside } from './test.ts'

test('writes files only inside the folder', () => {
  expect(() => refuseOutside('/project', 'tests/a.test.ts')).not.toThrow()
  for (const path of ['../a.ts', 'tests/../../a.ts', '/etc/passwd', '../project-2/a.ts', '.'])
    expect(() => refuseOutside('/project', path)).toThrow('outside /project')
})
