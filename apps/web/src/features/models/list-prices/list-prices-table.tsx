import type { ListPrice, ModelPrice } from '@lathe/contract'
import { findPrice } from '@lathe/traces'
import { Checkbox } from '@mantine/core'
import { dollars } from '../dollars.ts'
import { formatDate } from '../price-draft.ts'
import styles from '../repricing/repricing.module.css'

export const listPriceKey = ({ pattern, validFrom }: ListPrice) => `${validFrom} ${pattern}`

type ListPricesTableProps = {
  listed: readonly ListPrice[]
  prices: readonly ModelPrice[]
  /** Keys of deselected prices. */
  excludedKeys: ReadonlySet<string>
  onExclude: (excludedKeys: ReadonlySet<string>) => void
}

/** Dollars per million tokens, next to the current price of the same model. */
export function ListPricesTable({ listed, prices, excludedKeys, onExclude }: ListPricesTableProps) {
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
