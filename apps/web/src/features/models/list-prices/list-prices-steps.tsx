import type { ListPrice, ModelPrice } from '@lathe/contract'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
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
import { findPrice } from '@lathe/traces'
import { dollars } from '../dollars.ts'
import { formatDate } from '../price-draft.ts'

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

const listPriceKey = ({ pattern, validFrom }: ListPrice) => `${validFrom} ${pattern}`

type ListPricesTableProps = {
  listed: readonly ListPrice[]
  prices: readonly ModelPrice[]
  /** Keys of deselected prices. */
  excludedKeys: ReadonlySet<string>
  onExclude: (excludedKeys: ReadonlySet<string>) => void
}

/** Dollars per million tokens, next to the current price of the same model. */
function ListPricesTable({ listed, prices, excludedKeys, onExclude }: ListPricesTableProps) {
  const toggle = (key: string) => {
    const next = new Set(excludedKeys)
    if (!next.delete(key)) next.add(key)
    onExclude(next)
  }
  const hasCachedAudio = listed.some(({ audioCached }) => audioCached !== null)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="New list prices">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                label="Model"
                checked={excludedKeys.size === 0}
                indeterminate={excludedKeys.size > 0 && excludedKeys.size < listed.length}
                onChange={() =>
                  onExclude(new Set(excludedKeys.size === 0 ? listed.map(listPriceKey) : []))
                }
              />
            </th>
            <th scope="col">Valid from</th>
            <th scope="col">Input</th>
            <th scope="col">Cached</th>
            <th scope="col">Output</th>
            <th scope="col">Audio in</th>
            <th scope="col">Audio out</th>
            {hasCachedAudio && <th scope="col">Cached audio</th>}
            <th scope="col">Your price</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((price) => (
            <tr
              key={listPriceKey(price)}
              data-same={excludedKeys.has(listPriceKey(price)) || undefined}
            >
              <th scope="row" title={price.source}>
                <Checkbox
                  label={price.pattern}
                  checked={!excludedKeys.has(listPriceKey(price))}
                  onChange={() => toggle(listPriceKey(price))}
                />
              </th>
              <td>{formatDate(price.validFrom) || 'always'}</td>
              <td>{dollars(price.input)}</td>
              <td>{dollars(price.cachedRead)}</td>
              <td>{dollars(price.output)}</td>
              <td>{dollars(price.audioInput)}</td>
              <td>{dollars(price.audioOutput)}</td>
              {hasCachedAudio && <td>{dollars(price.audioCached)}</td>}
              <td>{currentPrice(prices, price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Formats the current price of the model, if one matches. */
function currentPrice(prices: readonly ModelPrice[], { pattern }: ListPrice): string {
  const model = pattern.replaceAll('*', '')
  const price = findPrice(prices, model, Date.now() * 1_000)
  if (!price) return '—'
  const amounts = `${dollars(price.input)} / ${dollars(price.output)}`
  return price.pattern === pattern ? amounts : `${amounts} as ${price.pattern}`
}
