import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { trace } from '../traces/testing.ts'
import { RecentRuns } from './recent-runs.tsx'

test('lists the newest traces of the selected project from any program', async () => {
  const requests: unknown[] = []
  onTestFinished(
    serveFake({
      traces: {
        list: fake.traces.list.handler(({ input }) => {
          requests.push(input.project)
          const sent = { source: 'langsmith', project: 'shop', runId: null } as const
          const titles = ['Where is it?', '']
          return {
            items: titles.map((title, index) => trace(index, { title, ...sent })),
            next: null,
          }
        }),
      },
    }),
  )

  await renderPages('/?project=shop', { '/': () => <RecentRuns />, '/traces': undefined })

  expect(await screen.findByText('Where is it?')).toBeVisible()
  expect(screen.getByText('chat')).toBeVisible()
  expect(requests).toEqual(['shop'])
  expect(screen.getByRole('link', { name: 'All traces' })).toHaveAttribute(
    'href',
    '/traces?filter=project%3Ashop',
  )
})
