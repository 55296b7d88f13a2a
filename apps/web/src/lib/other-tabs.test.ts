import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { CHANNEL, followOtherTabs, outdate } from './other-tabs.ts'

const otherTab = new BroadcastChannel(CHANNEL)
afterEach(() => otherTab.close())

test('what one tab changes is read anew there and in the others', async () => {
  const queries = new QueryClient()
  const isOld = (key: string) => queries.getQueryState([key])?.isInvalidated
  for (const key of ['list', 'trace', 'agent']) queries.setQueryData([key], 'known')
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  followOtherTabs(queries)

  await outdate(queries, ['list'])
  otherTab.postMessage([['trace']])

  await expect.poll(() => [isOld('trace'), heard]).toEqual([true, [[['list']]]])
  expect([isOld('list'), isOld('agent')]).toEqual([true, false])
})
