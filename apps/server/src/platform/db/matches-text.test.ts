import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'

describeDatabases('matchesText', (db) => {
  test.each([
    ['Support in Zürich', 'zurich', true],
    ['Support in Zurich', 'ZÜRICH', true],
    ['Crème brûlée', 'BRULEE', true],
    ['Tiếng Việt', 'viet', true],
    ['東京タワー', 'タワー', true],
    ['นโยบายการคืนเงิน', 'คืนเงิน', true],
    ['한국어', '국어', true],
    ['50 %', '0 %', true],
    ['a_c', 'a_c', true],
    ['abc', 'a_c', false],
    ['Zurzach', 'zurich', false],
  ])('in %j for %j is %s', async (text, query, isFound) => {
    const matches = db().portable.matchesText(sql<string>`cast(${text} as text)`, query)
    const { rows } = await sql<{ found: number | boolean }>`select ${matches} as found`.execute(
      db(),
    )

    expect(rows.map(({ found }) => Boolean(found))).toEqual([isFound])
  })
})
