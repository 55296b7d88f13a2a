import type { SpanKind, TraceMatch } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanPayloads } from '../span/span-payloads.tsx'
import { span } from '../testing.ts'
import { SearchMatches } from './search-matches.tsx'

let stop = () => {}
afterEach(() => stop())

test.each<[SpanKind, string, string]>([
  ['tool', 'Arguments', 'Result'],
  ['retriever', 'Query', 'Documents'],
  ['chain', 'Input', 'Output'],
])(
  'labels the parts of a %s the same in search results and in the detail',
  async (kind, input, output) => {
    const told = span({ kind })
    const hit = (part: TraceMatch['part']): TraceMatch => ({
      spanId: told.id,
      part,
      excerpt: 'the moon',
    })
    stop = serveFake({
      traces: {
        find: fake.traces.find.handler(async function* () {
          yield [hit('inputs'), hit('outputs')]
        }),
      },
    })
    const detail = { ...told, inputs: 'the moon', outputs: 'the moon', events: [], metadata: {} }

    renderInApp(
      <>
        <SearchMatches span={told} text="moon" />
        <SpanPayloads span={detail} isRecorded={false} />
      </>,
    )

    await screen.findByText('Matches')
    expect(screen.getAllByText(input)).toHaveLength(2)
    expect(screen.getAllByText(output)).toHaveLength(2)
  },
)
