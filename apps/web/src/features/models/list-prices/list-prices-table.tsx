import type { ListPrice, ModelPrice } from '@lathe/contract'
import { findPrice } from '@lathe/traces'
import { Checkbox } from '@mantine/core'
import { dollars } from '../dollars.ts'
import { dateOf } from '../price-draft.ts'
import styles from '../repricing/repricing.module.css'

export const keyOf = ({ pattern, validFrom }: ListPrice) => `${validFrom} ${pattern}`

type ListPricesTableProps = {
  listed: readonly ListPrice[]
  prices: readonly ModelPrice[]
  /** Keys of deselected prices. */
  left: ReadonlySet<string>
  onLeave: (left: ReadonlySet<string>) => void
}

/** Dollars per million tokens, next to the current price of the same model. */
export function ListPricesTable({ listed, prices, left, onLeave }: ListPricesTableProps) {
  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    onLeave(next)
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
                checked={left.size === 0}
                indeterminate={left.size > 0 && left.size < listed.length}
                onChange={() => onLeave(new Set(left.size === 0 ? listed.map(keyOf) : []))}
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
            <tr key={keyOf(price)} data-same={left.has(keyOf(price)) || undefined}>
              <th scope="row" title={price.source}>
                <Checkbox
                  label={price.pattern}
                  checked={!left.has(keyOf(price))}
                  onChange={() => toggle(keyOf(price))}
                />
              </th>
              <td>{dateOf(price.validFrom) || 'always'}</td>
              <td>{dollars(price.input)}</td>
              <td>{dollars(price.cachedRead)}</td>
              <td>{dollars(price.output)}</td>
              <td>{dollars(price.audioInput)}</td>
              <td>{dollars(price.audioOutput)}</td>
              {hasCachedAudio && <td>{dollars(price.audioCached)}</td>}
              <td>{soFar(prices, price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Formats the current price of the model, if one matches. */
function soFar(prices: readonly ModelPrice[], { pattern }: ListPrice): string {
  const model = pattern.replaceAll('*', '')
  const price = findPrice(prices, model, Date.now() * 1_000)
  if (!price) return '—'
  const amounts = `${dollars(price.input)} / ${dollars(price.output)}`
  return price.pattern === pattern ? amounts : `${amounts} as ${price.pattern}`
}
