import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { CHANNEL, listenToOtherTabs, invalidateInAllTabs } from './other-tabs.ts'

const otherTab = new BroadcastChannel(CHANNEL)
afterEach(() => otherTab.close())

test('refetches data in this tab and in others after a change', async () => {
  const queries = new QueryClient()
  const isOld = (key: string) => queries.getQueryState([key])?.isInvalidated
  for (const key of ['list', 'trace', 'agent']) queries.setQueryData([key], 'known')
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  listenToOtherTabs(queries)

  await invalidateInAllTabs(queries, ['list'])
  otherTab.postMessage([['trace']])

  await expect.poll(() => [isOld('trace'), heard]).toEqual([true, [[['list']]]])
  expect([isOld('list'), isOld('agent')]).toEqual([true, false])
})
