import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from './schema.ts'

describeDatabases('an empty list', (db) => {
  test('`in` matches nothing and `not in` matches everything', async () => {
    const workspaces = () => db().selectFrom('workspaces').select('id')

    expect(await workspaces().where('id', 'in', []).execute()).toEqual([])
    const others = workspaces().where('id', 'not in', []).where('id', '=', DEFAULT_WORKSPACE)
    expect(await others.execute()).toEqual([{ id: DEFAULT_WORKSPACE }])
    const either = workspaces().where((eb) =>
      eb.or([eb('id', 'in', []), eb('id', '=', DEFAULT_WORKSPACE)]),
    )
    expect(await either.execute()).toHaveLength(1)
  })
})
