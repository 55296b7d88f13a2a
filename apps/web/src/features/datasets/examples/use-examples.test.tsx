import type { Example } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { useChosenExample } from './use-examples.ts'

let stop = () => {}
afterEach(() => stop())

const dataset = uuid(1)
const example = makeExample({ datasetId: dataset })

type ListProps = { id?: string; examples: readonly Example[]; isSettled?: boolean }

function SelectedExample({ id = example.id, examples, isSettled = true }: ListProps) {
  const { selectedExample, isLoading, error } = useChosenExample(
    { dataset, version: undefined },
    id,
    {
      examples,
      isSettled,
    },
  )
  return <p>{`${selectedExample ? 'there' : 'none'} ${isLoading} ${error ? 'failed' : 'well'}`}</p>
}

test('an open example stays while a filter hides it, until it is known to be deleted', async () => {
  const { promise, resolve } = Promise.withResolvers<{ items: Example[] }>()
  const examples = fake.datasets.examples.handler(async () => {
    const { items } = await promise
    return { items, total: items.length, version: 1 }
  })
  stop = serveFake({ datasets: { examples } })
  const { rerender } = renderInApp(<SelectedExample examples={[example]} />)

  rerender(<SelectedExample examples={[]} isSettled={false} />)
  expect(screen.getByText('there false well')).toBeVisible()
  rerender(<SelectedExample examples={[]} />)
  expect(screen.getByText('there false well')).toBeVisible()

  resolve({ items: [] })
  expect(await screen.findByText('none false well')).toBeVisible()
})

test('a failed request is reported and keeps the listed examples', async () => {
  const examples = fake.datasets.examples.handler(() => {
    throw new Error('out of order')
  })
  stop = serveFake({ datasets: { examples } })
  const { rerender } = renderInApp(<SelectedExample examples={[example]} />)

  rerender(<SelectedExample examples={[]} />)
  expect(await screen.findByText('there false failed')).toBeVisible()

  rerender(<SelectedExample examples={[]} id={uuid(3)} />)
  expect(await screen.findByText('none false failed')).toBeVisible()
})
