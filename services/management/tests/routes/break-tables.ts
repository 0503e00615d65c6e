import type { Api } from '../api/use-api.ts'

/** In the place of each table stands a view that raises an error, unless the statement is one that finds out who asks. */
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

/** Has the database fail at whatever an endpoint does with it, for a reason that is nobody's business; disposing mends it. */
export async function breakTables({ backing }: Api): Promise<AsyncDisposable> {
  await backing.query(BREAK)
  return { [Symbol.asyncDispose]: async () => void (await backing.query(MEND)) }
}
