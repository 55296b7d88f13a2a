import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Who looks at a comparison under way reads what has changed since it looked before, and what runs. */
export async function changedCells(db: Kysely<unknown>, { int, engine }: ColumnTypes) {
  await db.schema
    .alterTable('comparison_cells')
    .addColumn('changed', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('comparison_cells_changed_idx')
    .on('comparison_cells')
    .columns(['comparison_id', 'changed'])
    .execute()
  await db.schema
    .createIndex('comparison_cells_running_idx')
    .on('comparison_cells')
    .column('comparison_id')
    .where(sql`status`, '=', sql.lit('running'))
    .execute()
  for (const statement of engine === 'sqlite' ? sqliteTriggers : postgresTriggers) {
    await sql.raw(statement).execute(db)
  }
}

/** Writers take turns here: a cell's number is above those of all changes before. */
const countUp = `begin
  update comparison_cells set changed = 1 + (
    select max(changed) from comparison_cells where comparison_id = new.comparison_id
  ) where id = new.id;
end`

/** What is said of a run changes its cells; the sign keeps SQLite from looking through all of the comparison. */
const touch = (row: 'new' | 'old') => `begin
  update comparison_cells set changed = changed
  where run_id = ${row}.run_id and +comparison_id = ${row}.comparison_id;
end`

const sqliteTriggers = [
  `create trigger comparison_cells_insert after insert on comparison_cells ${countUp}`,
  `create trigger comparison_cells_update after update on comparison_cells
    when new.changed = old.changed ${countUp}`,
  `create trigger comparison_verdicts_insert after insert on comparison_verdicts ${touch('new')}`,
  `create trigger comparison_verdicts_update after update on comparison_verdicts ${touch('new')}`,
  `create trigger comparison_verdicts_delete after delete on comparison_verdicts ${touch('old')}`,
]

/** The number of the transaction: whoever reads knows which of them it has not seen the end of. */
const postgresTriggers = [
  `create function mark_changed_cell() returns trigger language plpgsql as $$ begin
    new.changed := txid_current();
    return new;
  end $$`,
  `create trigger comparison_cells_changed before insert or update on comparison_cells
    for each row execute function mark_changed_cell()`,
  `create function touch_judged_cells() returns trigger language plpgsql as $$
  declare said comparison_verdicts := case when tg_op = 'DELETE' then old else new end;
  begin
    update comparison_cells set changed = changed
    where run_id = said.run_id and comparison_id = said.comparison_id;
    return null;
  end $$`,
  `create trigger comparison_verdicts_changed after insert or update or delete on comparison_verdicts
    for each row execute function touch_judged_cells()`,
]
