import { contract } from '@lathe/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from './openapi.ts'

type Operation = {
  operationId: string
  responses: Record<string, unknown>
  summary?: string
  description?: string
}
let document: Awaited<ReturnType<typeof describeApi>>
let operations: Operation[]
beforeAll(async () => {
  document = await describeApi('1.2.3', 'lathe-5000')
  operations = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path as Record<string, Operation>),
  )
})

const procedures = Object.entries(contract).flatMap(([group, routes]) =>
  Object.keys(routes).map((name) => `${group}.${name}`),
)

describe('the OpenAPI document is valid', () => {
  test('the OpenAPI document is valid', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))

    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('contains every procedure and every file route', () => {
    const files = ['export', 'import', 'preview'].map((name) => `datasets.${name}`)
    const described = operations.map(({ operationId }) => operationId)

    expect(described.toSorted()).toEqual(
      [...procedures, ...files, 'tools.transcribe', 'traces.export', 'traces.import'].toSorted(),
    )
  })

  test('the OpenAPI document has a summary and error responses for every operation', () => {
    const silent = operations.filter(
      ({ summary, responses }) =>
        !summary ||
        !['200', '400', '401', '413', '415', '429', '500'].every((status) => status in responses),
    )

    expect(silent.map(({ operationId }) => operationId)).toEqual([])
  })

  test('describes how to continue a thread, with an example call', () => {
    const start = operations.find(({ operationId }) => operationId === 'runs.start')

    expect(start?.description).toContain('"threadId"')
  })

  test('contains the session cookie and the Last-Event-ID header', () => {
    const events = document.paths?.['/runs/{id}/events']?.get

    expect(document.components?.securitySchemes).toMatchObject({ cookie: { name: 'lathe-5000' } })
    expect(events?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Last-Event-ID', in: 'header' }),
    )
  })

  test('references shared schemas instead of repeating them', () => {
    const text = JSON.stringify(document)

    expect(text).toContain('#/components/schemas/GraphDocument')
    expect(text.length / Object.keys(document.paths ?? {}).length).toBeLessThan(12_000)
  })
})
