import type { Api } from '../api/use-api.ts'

/** Replaces each table by a view that raises an error, except for the statements of authentication. */
const BREAK = `
  create schema aside;
  create function fail() returns boolean stable language plpgsql as $$
  begin
    if current_query() ~ '"(management_keys"."hash|sessions"."token|users"."id|members"."user_id)" (=|IN) ' then
      return true;
    end if;
    raise 'sentinel of a fault';
  end $$;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set schema aside', name);
      execute format('create view %I as select * from aside.%I where fail() with check option', name, name);
    end loop;
  end $$`

const MEND = `
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'aside' loop
      execute format('drop view %I', name);
      execute format('alter table aside.%I set schema public', name);
    end loop;
  end $$;
  drop function fail;
  drop schema aside`

/** Makes every database query of endpoints fail with an internal error; disposing restores it. */
export async function breakTables({ backing }: Api): Promise<AsyncDisposable> {
  await backing.query(BREAK)
  return { [Symbol.asyncDispose]: async () => void (await backing.query(MEND)) }
}
