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
import { listPriceKey, ListPricesTable } from './list-prices-table.tsx'

type ListPricesStepsProps = {
  listed: readonly ListPrice[]
  prices: readonly ModelPrice[]
  onClose: () => void
}

/** Previews new prices before adding them. */
export function ListPricesSteps({ listed, prices, onClose }: ListPricesStepsProps) {
  const queryClient = useQueryClient()
  const [excludedKeys, setExcludedKeys] = useState<ReadonlySet<string>>(new Set())
  const selectedPrices = listed.filter((price) => !excludedKeys.has(listPriceKey(price)))
  const refresh = () => refreshPrices(queryClient)
  const removeAdded = useMutation({
    mutationFn: async (added: readonly ModelPrice[]) => {
      await Promise.all(added.map(({ id }) => client.models.deletePrice({ id })))
    },
    onSettled: refresh,
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  const addPrices = useMutation(
    api.models.addListPrices.mutationOptions({
      onSuccess: async ({ added }) => {
        onClose()
        await refresh()
        showUndoToast({
          message: `${plural(added.length, 'price')} added`,
          onUndo: () => removeAdded.mutate(added),
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
      <ListPricesTable
        listed={listed}
        prices={prices}
        excludedKeys={excludedKeys}
        onExclude={setExcludedKeys}
      />
      {addPrices.error && <ErrorPanel action="add the prices" error={addPrices.error} />}
      <Group>
        <DisabledReason reason={selectedPrices.length === 0 && 'Select at least one price'}>
          <Button
            loading={addPrices.isPending}
            onClick={() =>
              addPrices.mutate({
                prices: selectedPrices.map(({ pattern, validFrom }) => ({ pattern, validFrom })),
              })
            }
          >
            Add {plural(selectedPrices.length, 'price')}
          </Button>
        </DisabledReason>
      </Group>
    </Stack>
  )
}
