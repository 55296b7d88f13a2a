import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from './index.ts'

/** Paths of GET routes with the query parameters that accept a list only. */
function listOnlyParameters(node: unknown): string[] {
  if (isContractProcedure(node)) {
    const { route, inputSchema } = node['~orpc']
    if (route.method !== 'GET' || !(inputSchema instanceof z.ZodObject)) return []
    return Object.entries(inputSchema.shape).flatMap(([name, schema]) =>
      unwrap(schema) instanceof z.ZodArray ? [`${route.path} ${name}`] : [],
    )
  }
  return typeof node === 'object' && node !== null
    ? Object.values(node).flatMap(listOnlyParameters)
    : []
}

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema

test('every list in a query string accepts a single value', () => {
  expect(listOnlyParameters(contract)).toEqual([])
})
