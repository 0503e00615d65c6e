import { takeOutEach } from './take-out-each.ts'

takeOutEach('context', 'hooks', 'navigate')
