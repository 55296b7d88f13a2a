import * as z from 'zod'
import { commonErrors } from '../errors.ts'
import { ModelPrice } from './models.ts'
import { route } from '../route.ts'

/** A row of the public list prices included with Lathe. */
export const ListPrice = ModelPrice.omit({ id: true })
export type ListPrice = z.infer<typeof ListPrice>

export const listPrices = {
  newListPrices: route(
    'GET',
    '/prices/list',
    'List public prices that are missing in the price table',
  )
    .errors(commonErrors)
    .output(z.array(ListPrice)),

  addListPrices: route(
    'POST',
    '/prices/list',
    'Add missing public prices; existing rows stay unchanged',
  )
    .input(
      z.strictObject({
        /** Defaults to all missing prices. */
        prices: z
          .array(z.strictObject(ModelPrice.pick({ pattern: true, validFrom: true }).shape))
          .max(10_000)
          .optional(),
      }),
    )
    .errors(commonErrors)
    .output(z.object({ added: z.array(ModelPrice) })),
}
