import type { ListPrice, ModelPrice } from '@lathe/contract'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../repricing/repricing.module.css'
import { refreshPrices } from '../refresh-prices.ts'
import { keyOf, ListPricesTable } from './list-prices-table.tsx'

type ListPricesStepsProps = {
  listed: readonly ListPrice[]
  prices: readonly ModelPrice[]
  onDone: () => void
}

/** Previews new prices before adding them. */
export function ListPricesSteps({ listed, prices, onDone }: ListPricesStepsProps) {
  const queryClient = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = listed.filter((price) => !left.has(keyOf(price)))
  const refresh = () => refreshPrices(queryClient)
  const takeBack = useMutation({
    mutationFn: async (added: readonly ModelPrice[]) => {
      await Promise.all(added.map(({ id }) => client.models.deletePrice({ id })))
    },
    onSettled: refresh,
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  const take = useMutation(
    api.models.takeListPrices.mutationOptions({
      onSuccess: async ({ added }) => {
        onDone()
        await refresh()
        showUndoToast({
          message: `${plural(added.length, 'price')} added`,
          onUndo: () => takeBack.mutate(added),
        })
      },
    }),
  )
  return (
    <Stack gap="md">
      <p className={styles.note}>
        Your existing prices stay unchanged. The new prices apply to calls from now on. Recalculate
        past costs to apply them to earlier calls.
      </p>
      <ListPricesTable listed={listed} prices={prices} left={left} onLeave={setLeft} />
      {take.error && <ErrorPanel action="add the prices" error={take.error} />}
      <Group>
        <DisabledReason reason={chosen.length === 0 && 'Select at least one price'}>
          <Button
            loading={take.isPending}
            onClick={() =>
              take.mutate({
                which: chosen.map(({ pattern, validFrom }) => ({ pattern, validFrom })),
              })
            }
          >
            Add {plural(chosen.length, 'price')}
          </Button>
        </DisabledReason>
      </Group>
    </Stack>
  )
}
