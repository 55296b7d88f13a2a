import * as z from 'zod'
import { commonErrors } from './errors.ts'
import { ModelPrice } from './models.ts'
import { route } from './route.ts'

/** A row of the public list prices that Lathe comes with. */
export const ListPrice = ModelPrice.omit({ id: true })
export type ListPrice = z.infer<typeof ListPrice>

export const listPrices = {
  newListPrices: route(
    'GET',
    '/prices/list',
    'Public list prices that the price table has no row for, of that model and date',
  )
    .errors(commonErrors)
    .output(z.array(ListPrice)),

  takeListPrices: route(
    'POST',
    '/prices/list',
    'Add public list prices that the table lacks; rows that are there stay as they are',
  )
    .input(
      z.strictObject({
        /** All that are lacking without it. */
        which: z
          .array(z.strictObject(ModelPrice.pick({ pattern: true, validFrom: true }).shape))
          .max(10_000)
          .optional(),
      }),
    )
    .errors(commonErrors)
    .output(z.object({ added: z.array(ModelPrice) })),
}
