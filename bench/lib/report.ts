export type Row = { what: string; lathe: string; peers: string[]; ratio: string }

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const times = (a: number, b: number) => `${(a / b).toFixed(2)}×`
export const count = (value: number) => Math.round(value).toLocaleString('en')

export function table(rows: Row[]): string {
  const lines = rows.map(
    ({ what, lathe, peers, ratio }) => `| ${what} | ${lathe} | ${peers.join('; ')} | ${ratio} |`,
  )
  return ['| measure | Lathe | reference | ratio |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  )
}
