import { takeOutEach } from './take-out-each.ts'

takeOutEach('prepare', 'guard', 'read')
