import { expect, test } from 'vitest'
import { refuseOutside } from './test.ts'

test('files are written within the folder alone', () => {
  expect(() => refuseOutside('/project', 'tests/a.test.ts')).not.toThrow()
  for (const path of ['../a.ts', 'tests/../../a.ts', '/etc/passwd', '../project-2/a.ts', '.'])
    expect(() => refuseOutside('/project', path)).toThrow('not within /project')
})
