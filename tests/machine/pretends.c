// A machine that calls itself a Raspberry Pi: what its device tree would say, where the kernel of another machine has no device tree.
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static const char model[] = MODEL;
static struct proc_dir_entry *tree;

static int show_model(struct seq_file *file, void *unused)
{
	return seq_write(file, model, sizeof(model));
}

static int show_revision(struct seq_file *file, void *unused)
{
	// As a device tree keeps numbers.
	__be32 revision = cpu_to_be32(REVISION);

	return seq_write(file, &revision, sizeof(revision));
}

static int __init begin(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	system = tree ? proc_mkdir("system", tree) : NULL;
	if (!system || !proc_create_single("model", 0444, tree, show_model) ||
	    !proc_create_single("linux,revision", 0444, system, show_revision)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit end(void)
{
	proc_remove(tree);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
